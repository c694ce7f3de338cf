LIBTPU_INIT_ARGS="---xla_tpu_scoped_vmem_limit_kib=65536"
