/** Characters without width. In Latin text, none of them belongs within a word, except the soft hyphen. */
const withinWords = /\p{Script=Latin}[\u200b-\u200d\u2060-\u2064\ufeff\u180e]+(?=\p{Script=Latin})/gu;
/** Bits written in invisible characters. Fillers of preheaders repeat one, or put spaces between. */
const longRun = /[\u200b-\u200f\u2060-\u2064\ufeff]{16,}/g;
/** Tag characters, which models read as ASCII; flags of regions (a black flag first, a cancel tag last) are no sign. */
const regionFlag = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;
const tagCharacter = /[\u{e0000}-\u{e007f}]/u;
/** Variation selectors stand alone after the character that they vary; runs of them carry bytes. */
const selectorRun = /(?:[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]){3,}/u;

const interesting = /[\u180e\u200b-\u200f\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}]/u;
/** One may have come with a copied word; more were put there. */
const fewWithinWords = 2;

/** Whether a text holds more than can be seen, or words that are split unseen. Linear in its length. */
export function hidesCharacters(text: string): boolean {
  if (!interesting.test(text)) return false;
  if (tagCharacter.test(text.replace(regionFlag, '')) || selectorRun.test(text)) return true;
  if ([...text.matchAll(longRun)].some(([run]) => new Set(run).size > 1)) return true;
  return (text.match(withinWords)?.length ?? 0) > fewWithinWords;
}
