import type { Metadata } from 'next';
import { NoticePage, primaryAction } from './console/parts/notice-page.tsx';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFoundPage() {
  return (
    <NoticePage title="There is no page at this address">
      <p>
        It may be mistyped, or what it led to is gone or not yours to see. The API has its paths under{' '}
        <code className="font-mono text-[0.9em] text-ink">/v1</code>; the{' '}
        <a href="/docs" className="prose-link">
          API reference
        </a>{' '}
        lists them all.
      </p>
      <p>
        <a href="/console" className={primaryAction}>
          Open the console
        </a>
      </p>
    </NoticePage>
  );
}
