"""`python -m strandline.cli` is `strand`."""

from strandline.cli import main

main()
