/** Opens what a mail links to in a new tab: web and mail addresses only, without a way back to this page. */
export function openLink(href: string): void {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return;
  window.open(url.href, '_blank', 'noopener,noreferrer');
}
