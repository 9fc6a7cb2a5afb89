export { type Answer, generalHeaders, Refusals, sendAnswer, sendJson } from './answer/answer.ts';
export { PAGE_ICON, PAGE_ICON_POLICY } from './answer/page-icon.ts';
export {
  ClientGone,
  errorBody,
  type Refusal,
  TRANSPORT_ERRORS,
  type TransportCode,
  TransportError,
} from './answer/refusal.ts';
export { streamTo } from './answer/stream.ts';
export { readBytes, sendContinue } from './body/body-bytes.ts';
export { readForm } from './body/form.ts';
export { readJson, readJsonBytes } from './body/json-body.ts';
export type { BodyLimits } from './body/json-scan.ts';
export { parseJson } from './body/json-text.ts';
export {
  type ChargedRequest,
  type Exchange,
  ExchangeRequest,
  ExchangeResponse,
  exchangeOf,
} from './exchange/exchange.ts';
export { getText, UnexpectedStatus } from './exchange/get-text.ts';
export type { IncomingMessage, ServerResponse } from './exchange/node-http.ts';
export { BUILD_METRICS, showBuild } from './metrics/build-metrics.ts';
export { DEPENDENCY_METRICS, type TimedCalls, timeDependencies } from './metrics/dependency-metrics.ts';
export { HTTP_METRICS, type HttpObserver, observeHttp } from './metrics/http-metrics.ts';
export type { Metric } from './metrics/metric.ts';
export { PROCESS_METRICS } from './metrics/process-metrics.ts';
export { Registry } from './metrics/registry.ts';
export { counter, duration, gauge, type MetricRow } from './metrics/rows.ts';
export { paramsIn, type RoutesOfPath, routesByPath } from './routes/places.ts';
export {
  aliveProbe,
  type Dependencies,
  type DependencyChecks,
  dependencies,
  type Probe,
  probe,
} from './routes/probes.ts';
export { Router } from './routes/router.ts';
export { ClientAddress } from './wire/address.ts';
export { CrossOrigin } from './wire/cross-origin.ts';
export type { MetricsServer } from './wire/metrics-server.ts';
export { HttpServer, type HttpTimeouts } from './wire/server.ts';
export { transportHeaders } from './wire/transport.ts';
