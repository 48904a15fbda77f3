"""Teaching networks by self-play: games, what is learnt from them, and who is kept.

`games` plays, `rows` turns games into numbers, `training` fits a network to them, and `course` goes
from generation to generation in a folder.
"""
