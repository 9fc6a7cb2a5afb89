locals {
  # `database-password` belongs to the user of Cloud SQL and is part of `postgresql-url`; no instance reads it.
  secrets = toset(concat(["secret", "owner-token", "grant-key", "audit-key", "smtp-url"],
  var.documents == "postgresql" ? ["postgresql-url"] : ["mongodb-url"]))
}

resource "google_secret_manager_secret" "this" {
  for_each  = local.secrets
  secret_id = "strongroom-${each.value}"
  replication {
    user_managed {
      replicas {
        location = var.region
        customer_managed_encryption { kms_key_name = google_kms_crypto_key.platform["secrets"].id }
      }
    }
  }
  depends_on = [google_kms_crypto_key_iam_member.platform]
}

resource "google_secret_manager_secret_version" "this" {
  for_each               = local.secrets
  secret                 = google_secret_manager_secret.this[each.value].id
  secret_data_wo         = var.secrets[each.value]
  secret_data_wo_version = var.secrets_version
  # Instances that still run read the one before.
  deletion_policy = "DISABLE"
  lifecycle { create_before_destroy = true }
}

resource "google_secret_manager_secret_iam_member" "rooms" {
  for_each  = local.secrets
  secret_id = google_secret_manager_secret.this[each.value].id
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.rooms.member
}
