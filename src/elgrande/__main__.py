"""`python -m elgrande` is the command line."""

from elgrande.cli import main

if __name__ == "__main__":
    main()
