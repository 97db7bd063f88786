'use client';

import { createContext, type RefObject, useContext } from 'react';

/** The next conversation in the list after the open one; null if there is none. */
export type Neighbours = RefObject<{ next: string | null }>;

const NeighboursContext = createContext<Neighbours>({ current: { next: null } });
export const NeighboursProvider = NeighboursContext.Provider;
/** The list sets the value, and the open conversation reads it. */
export const useNeighbours = (): Neighbours => useContext(NeighboursContext);
