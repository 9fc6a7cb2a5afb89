export {
  faultOfCheckpointFile,
  keyServiceIn as inspectKeyService,
  keysIn as inspectKeys,
} from '@strongroom/adapter-local';
