"""`python -m strandline` is `strand`."""

from strandline.cli import main

main()
