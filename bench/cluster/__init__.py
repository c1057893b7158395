"""Several nodes on one store: is anything lost, doubled or left behind when they, the store and the hub fail?"""
