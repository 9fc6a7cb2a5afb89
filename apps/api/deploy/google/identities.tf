# Roles made for the service, each on one resource. Predefined ones hold too much.

resource "google_service_account" "rooms" {
  account_id   = "strongroom"
  display_name = "Room service: encrypts, and never decrypts"
}

resource "google_service_account" "keys" {
  account_id   = "strongroom-keys"
  display_name = "Key service: decrypts, and has no other right"
}

resource "google_project_iam_custom_role" "keys" {
  role_id = "strongroomKeys"
  title   = "Strongroom: makes, uses and ends keys of rooms"
  permissions = [
    "cloudkms.cryptoKeys.create", "cloudkms.cryptoKeys.get", "cloudkms.cryptoKeys.list",
    "cloudkms.cryptoKeyVersions.list", "cloudkms.cryptoKeyVersions.useToEncrypt", "cloudkms.cryptoKeyVersions.destroy",
  ]
}

resource "google_project_iam_custom_role" "objects" {
  role_id = "strongroomObjects"
  title   = "Strongroom: objects of its bucket"
  permissions = [
    "storage.objects.create", "storage.objects.get", "storage.objects.delete", "storage.objects.list",
    "storage.buckets.get",
  ]
}

resource "google_project_iam_custom_role" "signer" {
  role_id     = "strongroomSigner"
  title       = "Strongroom: signs addresses of objects"
  permissions = ["iam.serviceAccounts.signBlob"]
}

resource "google_service_account_iam_member" "signs_for_itself" {
  service_account_id = google_service_account.rooms.name
  role               = google_project_iam_custom_role.signer.id
  member             = google_service_account.rooms.member
}

resource "google_project_iam_member" "reaches_the_database" {
  count   = var.documents == "postgresql" ? 1 : 0
  project = var.project
  role    = "roles/cloudsql.client"
  member  = google_service_account.rooms.member
}

# What the machine of the key service writes about itself.
resource "google_project_iam_member" "keys_write_logs" {
  for_each = toset(["roles/logging.logWriter", "roles/monitoring.metricWriter"])
  project  = var.project
  role     = each.value
  member   = google_service_account.keys.member
}
