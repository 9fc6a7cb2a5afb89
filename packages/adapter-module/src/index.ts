export { inspectModule, openModule, openUnwrapperOfModule } from './module.ts';
export { ModuleUnfit } from './module-unfit.ts';
