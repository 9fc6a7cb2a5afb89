export { inspectModule, openModule } from './module.ts';
export { ModuleUnfit } from './module-unfit.ts';
