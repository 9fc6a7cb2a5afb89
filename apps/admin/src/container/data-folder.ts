export {
  faultOfCheckpointFile,
  keyServiceIn as inspectKeyService,
  keysIn as inspectKeys,
  reasonUnusable,
} from '@strongroom/adapter-local';
