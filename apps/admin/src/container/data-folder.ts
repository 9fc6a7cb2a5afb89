export {
  type DataEntries,
  faultOfCheckpointFile,
  keyServiceIn as inspectKeyService,
  keysIn as inspectKeys,
  reasonUnusable,
  unusableEntry,
} from '@strongroom/adapter-local';
