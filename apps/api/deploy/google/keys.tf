# The ring of the rooms is used by the service only, which makes a key in it for each room.
resource "google_kms_key_ring" "rooms" {
  name       = "strongroom"
  location   = var.region
  depends_on = [google_project_service.used]
  lifecycle { prevent_destroy = true }
}

resource "google_kms_key_ring_iam_member" "rooms_encrypt" {
  key_ring_id = google_kms_key_ring.rooms.id
  role        = google_project_iam_custom_role.keys.id
  member      = google_service_account.rooms.member
}

resource "google_kms_key_ring_iam_member" "keys_decrypt" {
  key_ring_id = google_kms_key_ring.rooms.id
  role        = "roles/cloudkms.cryptoKeyDecrypter"
  member      = google_service_account.keys.member
}

# Another ring for what Google encrypts: in that of the rooms the service allows no key but its own.
resource "google_kms_key_ring" "platform" {
  name       = "strongroom-platform"
  location   = var.region
  depends_on = [google_project_service.used]
  lifecycle { prevent_destroy = true }
}

resource "google_kms_crypto_key" "platform" {
  for_each                   = toset(["bucket", "database", "disks", "secrets"])
  name                       = each.value
  key_ring                   = google_kms_key_ring.platform.id
  rotation_period            = "${var.rotation_days * 86400}s"
  destroy_scheduled_duration = "2592000s"
  version_template {
    algorithm        = "GOOGLE_SYMMETRIC_ENCRYPTION"
    protection_level = var.protection_level
  }
  lifecycle { prevent_destroy = true }
}

data "google_storage_project_service_account" "this" {
  depends_on = [google_project_service.used]
}

locals {
  number = data.google_project.this.number
  # Google's own accounts that encrypt and decrypt with the keys of the platform.
  encrypters = {
    bucket   = "serviceAccount:${data.google_storage_project_service_account.this.email_address}"
    database = "serviceAccount:service-${local.number}@gcp-sa-cloud-sql.iam.gserviceaccount.com"
    disks    = "serviceAccount:service-${local.number}@compute-system.iam.gserviceaccount.com"
    secrets  = "serviceAccount:service-${local.number}@gcp-sa-secretmanager.iam.gserviceaccount.com"
  }
}

resource "google_kms_crypto_key_iam_member" "platform" {
  for_each      = local.encrypters
  crypto_key_id = google_kms_crypto_key.platform[each.key].id
  role          = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
  member        = each.value
}
