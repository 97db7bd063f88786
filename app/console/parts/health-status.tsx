'use client';

import { useEffect, useState } from 'react';
import { type Health, lookUpHealth } from '../health.ts';

const EVERY_MS = 10_000;

type Shown = Health | { state: 'asking' };

const titles: Record<Shown['state'], string> = {
  asking: 'Checking…',
  well: 'Running',
  unwell: 'Responding, but not working',
  silent: 'No response',
};

const dots: Record<Shown['state'], string> = {
  asking: 'bg-ink-soft pulse',
  well: 'bg-good',
  unwell: 'bg-warn',
  silent: 'bg-bad',
};

/** The live state from `GET /health`, checked every ten seconds while the page is visible. */
export function HealthStatus() {
  const health = useHealth();
  return (
    <div data-testid="health" data-state={health.state}>
      <p role="status" className="flex items-center gap-2.5 text-[15px] font-medium">
        <span className={`size-2 rounded-full ${dots[health.state]}`} aria-hidden="true" />
        {titles[health.state]}
      </p>
      <p className="mt-1.5 min-h-10 text-[13px] leading-5 text-ink-soft">
        <Detail health={health} />
      </p>
    </div>
  );
}

function useHealth(): Shown {
  const [health, setHealth] = useState<Shown>({ state: 'asking' });
  useEffect(() => {
    let isUnmounted = false;
    const ask = async () => {
      if (document.hidden) return;
      const found = await lookUpHealth();
      if (!isUnmounted) setHealth(found);
    };
    void ask();
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return health;
}

function Detail({ health }: { health: Shown }) {
  switch (health.state) {
    case 'asking':
      return <>Checking /health.</>;
    case 'well':
      return (
        <>
          Version {health.version}
          {health.commit !== 'unknown' && <> ({health.commit.slice(0, 7)})</>}, {health.env}. Responded in{' '}
          <span className="tabular-nums">{health.tookMs}</span> ms.
        </>
      );
    case 'unwell':
      return <>{health.reason} The server log has the details.</>;
    case 'silent':
      return <>/health does not respond. Is Proofmail still running? Checking again every ten seconds.</>;
  }
}
