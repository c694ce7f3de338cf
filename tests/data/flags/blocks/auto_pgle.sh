#!/usr/bin/env bash
export JAX_ENABLE_COMPILATION_CACHE=yes          # not strictly needed, on by default
export JAX_COMPILATION_CACHE_DIR=/root/jax_cache
JAX_ENABLE_PGLE=yes python3 my-model.py
JAX_COMPILATION_CACHE_EXPECT_PGLE=yes nsys profile python3 my-model.py
