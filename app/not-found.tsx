import type { Metadata } from 'next';
import { NoticePage, primaryAction } from './console/parts/notice-page.tsx';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFoundPage() {
  return (
    <NoticePage title="Page not found">
      <p>
        The address may be mistyped, or the page was deleted, or you may not see it. The paths of the API
        start with <code className="font-mono text-[0.9em] text-ink">/v1</code>; the{' '}
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
