resource "google_storage_bucket" "objects" {
  name                        = local.bucket
  location                    = var.region
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  # Deleted means deleted. With versions the service starts only by STRONGROOM_GCS_WEAKER_DELETION, which settings.tf sets.
  soft_delete_policy { retention_duration_seconds = 0 }
  versioning { enabled = local.keeps_deleted }
  dynamic "lifecycle_rule" {
    for_each = local.keeps_deleted ? [var.keep_deleted_objects_days] : []
    content {
      condition {
        days_since_noncurrent_time = lifecycle_rule.value
        with_state                 = "ARCHIVED"
      }
      action { type = "Delete" }
    }
  }
  # Browsers fetch and store there themselves.
  cors {
    origin          = ["https://${var.domain}"]
    method          = ["GET", "PUT"]
    response_header = ["Content-Type", "Range", "Content-Range", "x-goog-content-length-range", "x-goog-if-generation-match"]
    max_age_seconds = 3600
  }
  encryption { default_kms_key_name = google_kms_crypto_key.platform["bucket"].id }
  depends_on = [google_kms_crypto_key_iam_member.platform]
  lifecycle { prevent_destroy = true }
}

resource "google_storage_bucket_iam_member" "rooms" {
  bucket = google_storage_bucket.objects.name
  role   = google_project_iam_custom_role.objects.id
  member = google_service_account.rooms.member
}

# A replica in another zone, and every moment of the last week to go back to.
resource "google_sql_database_instance" "documents" {
  count               = var.documents == "postgresql" ? 1 : 0
  name                = local.database
  database_version    = "POSTGRES_15"
  region              = var.region
  encryption_key_name = google_kms_crypto_key.platform["database"].id
  deletion_protection = true
  settings {
    tier                        = var.database_tier
    edition                     = "ENTERPRISE"
    availability_type           = "REGIONAL"
    disk_type                   = "PD_SSD"
    disk_autoresize             = true
    deletion_protection_enabled = true
    ip_configuration {
      # Reached by Cloud Run's own connection alone: an address without a network that is let in.
      ipv4_enabled = true
      ssl_mode     = "ENCRYPTED_ONLY"
    }
    backup_configuration {
      enabled                        = true
      start_time                     = "02:00"
      point_in_time_recovery_enabled = true
      transaction_log_retention_days = 7
      backup_retention_settings { retained_backups = 30 }
    }
    maintenance_window {
      day  = 7
      hour = 3
    }
    database_flags {
      name  = "log_lock_waits"
      value = "on"
    }
  }
  depends_on = [google_kms_crypto_key_iam_member.platform]
}

resource "google_sql_database" "rooms" {
  count     = var.documents == "postgresql" ? 1 : 0
  name      = "rooms"
  instance  = google_sql_database_instance.documents[0].name
  charset   = "UTF8"
  collation = "en_US.UTF8"
}

resource "google_sql_user" "rooms" {
  count               = var.documents == "postgresql" ? 1 : 0
  name                = "rooms"
  instance            = google_sql_database_instance.documents[0].name
  password_wo         = var.secrets["database-password"]
  password_wo_version = var.secrets_version
}
