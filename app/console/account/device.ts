const browsers: [name: string, sign: RegExp][] = [
  // Most browsers also claim to be others, so the most specific names come first.
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Names the device of a User-Agent header, for example “Safari on iPhone”. The header is a hint, not a proof. */
export function deviceOf(userAgent: string): { name: string; isPhone: boolean } {
  const find = (all: [string, RegExp][]) => all.find(([, sign]) => sign.test(userAgent))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  const isPhone = system === 'iPhone' || system === 'iPad' || system === 'Android';
  if (!browser && !system) return { name: 'An unknown device', isPhone };
  return { name: `${browser ?? 'A browser'}${system ? ` on ${system}` : ''}`, isPhone };
}
