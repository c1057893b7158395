"""A Day at the Beach by Alexandros Kapidakis: draft and lay sand, put up umbrellas, reach the water."""
