// No other room uses this one. What it does for callers is in `operations/`.
export {};
