import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; a later one wins over an earlier one about the same property. */
export const cn = (...values: ClassValue[]): string => twMerge(clsx(values));
