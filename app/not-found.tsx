import type { Metadata } from 'next';
import { NoticePage, primaryAction } from './console/parts/notice-page.tsx';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFoundPage() {
  return (
    <NoticePage title="There is no page at this address">
      <p>
        The console is the only page of this deployment. If you were after the API, its paths begin with{' '}
        <code className="font-mono text-[0.9em] text-ink">/v1</code>, and{' '}
        <a href="/openapi.json" className="prose-link">
          openapi.json
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
