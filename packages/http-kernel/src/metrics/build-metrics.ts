import type { Registry } from './registry.ts';
import { gauge } from './rows.ts';

/** The version of a service, of both services. */
export const BUILD_METRICS = {
  build: gauge('strongroom_build_info', 'Always 1; its labels name the service and its version.', [
    'service',
    'version',
  ]),
};

export function showBuild(registry: Registry, labels: Readonly<{ service: string; version: string }>): void {
  registry.add(BUILD_METRICS.build).set(labels, 1);
}
