/** The available themes; `system` follows the device. The choice is kept in a cookie, so that the first paint is right. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const THEME_COOKIE = 'pm_theme';
const YEAR_SECONDS = 31_536_000;

/** The value of `data-theme` on the document; undefined follows the device. */
export const themeAttribute = (cookie: string | undefined): 'light' | 'dark' | undefined =>
  cookie === 'light' || cookie === 'dark' ? cookie : undefined;

export function currentTheme(): Theme {
  return themeAttribute(document.documentElement.dataset.theme) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
