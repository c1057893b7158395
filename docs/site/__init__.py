"""The documentation as a site: `make site`, or `python -m docs.site FOLDER`.

Pages of the repository and pages that are made here become Markdown in one folder (`staging`), which Sphinx turns into
HTML, once for each language; then every link is followed (`check`).
"""
