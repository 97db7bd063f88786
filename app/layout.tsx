import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { THEME_COOKIE, themeAttribute } from './console/shell/theme.ts';
import './globals.css';

/** Every page is rendered per request, because the nonce of the content security policy (proxy.ts) differs each time. */
export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: { default: 'Proofmail', template: '%s · Proofmail' },
  description: 'A mailbox and an identity for every software agent.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfbfa' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0e0e' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeAttribute((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme}>
      <body className="min-h-dvh">{children}</body>
    </html>
  );
}
