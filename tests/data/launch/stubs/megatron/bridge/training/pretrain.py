def pretrain(config, step):
    for section, values in sorted(vars(config).items()):
        for field, value in sorted(vars(values).items()):
            print(f"{section}.{field}={value!r}")
    print(step)
