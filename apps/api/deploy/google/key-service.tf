# A machine with a disk of its own: the key service keeps its record and its signing keys, which Cloud Run cannot.
locals { zone = "${var.region}-b" }

resource "google_compute_disk" "record" {
  name = "strongroom-keys-record"
  zone = local.zone
  type = "pd-balanced"
  size = 10
  disk_encryption_key { kms_key_self_link = google_kms_crypto_key.platform["disks"].id }
  depends_on = [google_kms_crypto_key_iam_member.platform]
  lifecycle { prevent_destroy = true }
}

resource "google_compute_resource_policy" "daily" {
  name   = "strongroom-keys-daily"
  region = var.region
  snapshot_schedule_policy {
    schedule {
      daily_schedule {
        days_in_cycle = 1
        start_time    = "02:00"
      }
    }
    retention_policy {
      max_retention_days    = 14
      on_source_disk_delete = "KEEP_AUTO_SNAPSHOTS"
    }
  }
}

resource "google_compute_disk_resource_policy_attachment" "daily" {
  name = google_compute_resource_policy.daily.name
  disk = google_compute_disk.record.name
  zone = local.zone
}

resource "google_compute_instance" "keys" {
  name                      = "strongroom-keys"
  zone                      = local.zone
  machine_type              = "e2-small"
  tags                      = ["strongroom-keys"]
  allow_stopping_for_update = true
  deletion_protection       = true
  boot_disk {
    kms_key_self_link = google_kms_crypto_key.platform["disks"].id
    initialize_params { image = "projects/cos-cloud/global/images/family/cos-stable" }
  }
  attached_disk {
    source      = google_compute_disk.record.id
    device_name = "record"
  }
  network_interface { subnetwork = google_compute_subnetwork.this.id } # no access_config: no address of the internet
  service_account {
    email  = google_service_account.keys.email
    scopes = ["cloud-platform"]
  }
  shielded_instance_config {
    enable_secure_boot          = true
    enable_vtpm                 = true
    enable_integrity_monitoring = true
  }
  metadata = {
    enable-oslogin            = "TRUE"
    block-project-ssh-keys    = "TRUE"
    google-logging-enabled    = "true"
    google-monitoring-enabled = "true"
    user-data = templatefile("${path.module}/key-service.yaml.tftpl", {
      image    = var.image
      registry = "${var.region}-docker.pkg.dev"
      settings = local.key_settings
    })
  }
  depends_on = [google_compute_router_nat.this, google_kms_key_ring_iam_member.keys_decrypt]
}

resource "google_compute_instance_group" "keys" {
  name      = "strongroom-keys"
  zone      = local.zone
  instances = [google_compute_instance.keys.self_link]
  named_port {
    name = "http"
    port = 8081
  }
}

# From the load balancer and its health checks.
resource "google_compute_firewall" "keys" {
  name          = "strongroom-keys"
  network       = google_compute_network.this.id
  source_ranges = ["130.211.0.0/22", "35.191.0.0/16"]
  target_tags   = ["strongroom-keys"]
  allow {
    protocol = "tcp"
    ports    = ["8081"]
  }
}

# For the operator of the keys, by Google's proxy for administrators (IAP).
resource "google_compute_firewall" "keys_ssh" {
  name          = "strongroom-keys-ssh"
  network       = google_compute_network.this.id
  source_ranges = ["35.235.240.0/20"]
  target_tags   = ["strongroom-keys"]
  allow {
    protocol = "tcp"
    ports    = ["22"]
  }
}
