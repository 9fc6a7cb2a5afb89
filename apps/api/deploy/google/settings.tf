# The variables of both services, as docs/reference/settings.md has them.
locals {
  bucket        = "${var.project}-strongroom"
  database      = "strongroom"
  keeps_deleted = var.keep_deleted_objects_days > 0
  key_ring      = "projects/${var.project}/locations/${var.region}/keyRings/strongroom"

  settings = merge(
    {
      NODE_OPTIONS                = "" # Google's client for Cloud KMS makes code from strings
      STRONGROOM_PUBLIC_URL       = "https://${var.domain}"
      STRONGROOM_TRUSTED_PROXIES  = "2" # the load balancer and Cloud Run itself
      STRONGROOM_OWNER_EMAIL      = var.owner_email
      STRONGROOM_AUDIT_KEY        = "/secrets/audit/key"
      STRONGROOM_AUDIT_CHECKPOINT = "gs://${local.bucket}/audit/"
      STRONGROOM_DOCUMENTS        = var.documents
      STRONGROOM_BLOBS            = "gcs"
      STRONGROOM_GCS_BUCKET       = local.bucket
      STRONGROOM_KEYS             = "cloud-kms"
      STRONGROOM_KMS_KEY_RING     = local.key_ring
      STRONGROOM_KEY_SERVICE_URL  = "https://${var.keys_domain}"
      STRONGROOM_DRAIN_SECONDS    = "0" # Cloud Run sends nothing to an instance that it stops
      STRONGROOM_MAIL             = "smtp"
      STRONGROOM_MAIL_FROM        = var.mail_from
    },
    local.keeps_deleted ? { STRONGROOM_GCS_WEAKER_DELETION = "allow" } : {},
  )

  # Variables with a secret: the name of the secret.
  secret_settings = merge(
    {
      STRONGROOM_SECRET      = "secret"
      STRONGROOM_OWNER_TOKEN = "owner-token" # revoked after the first sign-in, it opens nothing
      STRONGROOM_GRANT_KEY   = "grant-key"
      STRONGROOM_SMTP_URL    = "smtp-url"
    },
    var.documents == "postgresql" ? { STRONGROOM_POSTGRESQL_URL = "postgresql-url" } : { STRONGROOM_MONGODB_URL = "mongodb-url" },
  )

  key_settings = {
    NODE_OPTIONS                           = ""
    STRONGROOM_KEY_SERVICE_URL             = "https://${var.keys_domain}"
    STRONGROOM_KEY_SERVICE_HOST            = "0.0.0.0"
    STRONGROOM_KEY_SERVICE_TRUSTED_PROXIES = "2"
    STRONGROOM_KEY_SERVICE_ROOM_SERVICE    = "https://${var.domain}"
    STRONGROOM_KEY_SERVICE_DATA_DIR        = "/record"
    STRONGROOM_KEYS                        = "cloud-kms"
    STRONGROOM_KMS_KEY_RING                = local.key_ring
  }
}
