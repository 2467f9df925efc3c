"""The lab: the same rules in batches of any size, on CPU or GPU, written in JAX.

``stolik.lab.pickomino`` and ``stolik.lab.linko`` are held equal to ``stolik.pickomino`` and ``stolik.linko``
by differential tests; ``docs/lab.md`` says how they are used.
"""

try:
    import jax as _jax  # noqa: F401 -- only to say clearly what is missing
except ImportError as error:
    raise ImportError("stolik.lab needs JAX; install it with: pip install 'stolik[lab]'") from error
