"""Hooks of Schemathesis: keeps what Hypothesis makes of a class of characters in a pattern.

Hypothesis lists each character of a class whenever it meets it. The class of names holds most of Unicode, so that to make one
name took longer than the request that carried it.
"""

from hypothesis.strategies._internal import regex as patterns

made = {}
make = patterns._strategy


def kept(codes, context, is_unicode, *, alphabet):
    if not isinstance(codes, tuple) or codes[0] != patterns.sre.IN:
        return make(codes, context, is_unicode, alphabet=alphabet)
    key = (repr(codes), context.flags, is_unicode, repr(alphabet))
    if key not in made:
        made[key] = make(codes, context, is_unicode, alphabet=alphabet)
    return made[key]


patterns._strategy = kept
