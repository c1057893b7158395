"""The browser door: tables kept on disk, drawn by the server, played live."""
