import type { Action } from '@strongroom/domain';

/**
 * The API as the printers need it. Its sources use decorators, so a script loads it from the build and a test from the
 * sources.
 */
export type Api = Readonly<{
  openApiText: () => string;
  ROUTES: readonly Readonly<{
    method: string;
    path: string;
    summary: string;
    access: string;
    action?: Action | undefined;
    chooses?: readonly Action[] | undefined;
  }>[];
}>;
