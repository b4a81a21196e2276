"""What the log alone decides: who may have acted, in what order, on what there was (AUD 2.6). The standard library alone."""
