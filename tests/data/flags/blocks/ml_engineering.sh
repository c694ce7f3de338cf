CUDA_MODULE_LOADING=EAGER python3 -c "import torch; x=torch.ones(1).cuda()"
