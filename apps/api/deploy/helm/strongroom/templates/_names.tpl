{{- define "strongroom.labels" -}}
app.kubernetes.io/name: strongroom
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "strongroom.keyLabels" -}}
app.kubernetes.io/name: strongroom-keys
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "strongroom.jobLabels" -}}
app.kubernetes.io/name: strongroom-job
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "strongroom.image" -}}
{{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) | quote }}
{{- end }}

{{- define "strongroom.account" -}}
{{ default (ternary .Release.Name "default" .Values.serviceAccount.create) .Values.serviceAccount.name }}
{{- end }}

{{- define "strongroom.keyAccount" -}}
{{ default (ternary (printf "%s-keys" .Release.Name) "default" .Values.keyService.serviceAccount.create) .Values.keyService.serviceAccount.name }}
{{- end }}

{{- define "strongroom.userOfPod" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "strongroom.rightsOfContainer" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- /* Google's client for Cloud KMS makes code from strings, which the image forbids. */}}
{{- define "strongroom.nodeOptions" -}}
{{ ternary "" .Values.nodeOptions (eq (default "local" .Values.settings.STRONGROOM_KEYS) "cloud-kms") | quote }}
{{- end }}

{{- /* Settings that both services read with the same value. The chart sets the folders and STRONGROOM_METRICS_HOST. */}}
{{- define "strongroom.settingsOfBoth" -}}
STRONGROOM_LABELS STRONGROOM_DRAIN_SECONDS STRONGROOM_KEYS STRONGROOM_KMS_KEY_RING STRONGROOM_KMS_KEY_PER STRONGROOM_KMS_BINDING STRONGROOM_KMS_ENDPOINT STRONGROOM_PKCS11_LIBRARY STRONGROOM_PKCS11_TOKEN STRONGROOM_PKCS11_PIN_FILE STRONGROOM_START_WAIT_SECONDS STRONGROOM_KEYS_OUTER
{{- end }}

{{- /* The variables of the room service, for its pods and its jobs. */}}
{{- define "strongroom.env" -}}
- name: STRONGROOM_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: NODE_OPTIONS
  value: {{ include "strongroom.nodeOptions" . }}
{{- if .Values.keyService.enabled }}
- name: STRONGROOM_KEY_SERVICE_URL
  value: {{ .Values.keyService.publicUrl | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .Values.settings }}
{{- if and (not .STRONGROOM_AUDIT_CHECKPOINT) (or .STRONGROOM_S3_BUCKET .STRONGROOM_GCS_BUCKET) }}
- name: STRONGROOM_AUDIT_CHECKPOINT
  value: {{ ternary (printf "s3://%s/audit/" .STRONGROOM_S3_BUCKET) (printf "gs://%s/audit/" .STRONGROOM_GCS_BUCKET) (not (empty .STRONGROOM_S3_BUCKET)) | quote }}
{{- end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Folders of the room service, for its pods and its jobs. */}}
{{- define "strongroom.mounts" -}}
- {name: data, mountPath: /data}
{{- if .Values.filesSecret }}
- {name: files, mountPath: /secrets, readOnly: true}
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "strongroom.volumes" -}}
- name: data
  {{- if .Values.data.existingClaim }}
  persistentVolumeClaim:
    claimName: {{ .Values.data.existingClaim }}
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- if .Values.filesSecret }}
- name: files
  secret:
    secretName: {{ .Values.filesSecret }}
    defaultMode: 288
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
