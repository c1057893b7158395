"""Is everything that somebody has seen still there after kill -9, after a loss of power, after the disk was full?"""
