'use client';

import { useEffect, useRef, useState } from 'react';

type Scalar = { createApiReference(place: HTMLElement, settings: object): void };

/** The API reference, rendered by Scalar from this deployment's own document. It loads nothing from other hosts. */
export function Reference({ server }: { server: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const script = document.createElement('script');
    script.src = '/docs/reference.js';
    script.onerror = () => setFailed(true);
    script.onload = () => {
      const { Scalar } = window as unknown as { Scalar: Scalar };
      if (place.current) Scalar.createApiReference(place.current, settingsFor(server));
    };
    document.head.append(script);
    return () => script.remove();
  }, [server]);
  return (
    <main aria-label="API reference">
      {failed ? (
        <p className="p-8">
          The reference could not be loaded. You can read the OpenAPI document at{' '}
          <a className="prose-link" href="/openapi.json">
            /openapi.json
          </a>
          .
        </p>
      ) : null}
      <div ref={place} />
    </main>
  );
}

const settingsFor = (server: string) => ({
  url: '/openapi.json',
  servers: [{ url: server }],
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  // Test requests work only on the API's own host, because the API does not allow cross-origin requests.
  hideTestRequestButton: typeof location !== 'undefined' && new URL(server).host !== location.host,
  theme: 'default',
  metaData: { title: 'API reference · Proofmail' },
});
