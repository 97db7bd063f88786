/** Opens a link of a message in a new tab without access to this page. Only web, mail and phone links are opened. */
export function openLink(href: string): void {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return;
  window.open(url.href, '_blank', 'noopener,noreferrer');
}
