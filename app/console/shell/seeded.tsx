'use client';

import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { currentPlace, keepPlace, placeOf } from '../data/place.ts';
import { DataProvider } from '../data/provider.tsx';
import { type Seed, ZONE_COOKIE } from '../data/seed-keys.ts';
import { DeviceZone } from '../parts/time.tsx';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Starts with the data of the first response, unless this tab is in another workspace than the session used last. */
export function Seeded({ seed, children }: { seed: Seed | null; children: ReactNode }) {
  const [used, setUsed] = useState(seed);
  // A layout effect, so that it runs before the first paint.
  useLayoutEffect(() => {
    const place = seed ? placeOf(seed.session) : undefined;
    if (!place) return;
    if (currentPlace() === null) keepPlace(place);
    else if (currentPlace() !== place) setUsed(null);
    delete document.documentElement.dataset.elsewhere;
  }, [seed]);
  return (
    <DataProvider key={used ? 'seeded' : 'fresh'} seed={used}>
      <Zone told={used ? (used.deviceZone ?? 'UTC') : undefined}>{children}</Zone>
    </DataProvider>
  );
}

/** Starts with the server's time zone, then switches to the device's zone and stores it in a cookie for the next request. */
function Zone({ told, children }: { told: string | undefined; children: ReactNode }) {
  const [zone, setZone] = useState(told);
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    setZone((before) => (before === undefined ? before : timeZone));
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
    document.cookie = `${ZONE_COOKIE}=${timeZone}; path=/console; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, []);
  return <DeviceZone value={zone}>{children}</DeviceZone>;
}
