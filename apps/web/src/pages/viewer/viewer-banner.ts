import { createContext, type ReactNode } from 'react';

/** Stays above every file that the viewer shows within it. */
export const ViewerBanner = createContext<ReactNode>(undefined);
