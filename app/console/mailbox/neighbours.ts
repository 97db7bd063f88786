'use client';

import { createContext, type RefObject, useContext } from 'react';

/** Where the list goes from the open conversation; null when there is no other. */
export type Neighbours = RefObject<{ next: string | null }>;

const NeighboursContext = createContext<Neighbours>({ current: { next: null } });
export const NeighboursProvider = NeighboursContext.Provider;
/** The list writes it, the open conversation reads it. */
export const useNeighbours = (): Neighbours => useContext(NeighboursContext);
