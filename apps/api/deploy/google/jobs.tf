# Run the upgrade by hand, once the last older instance is gone: gcloud run jobs execute strongroom-upgrade
resource "google_cloud_run_v2_job" "admin" {
  for_each            = toset(["doctor", "upgrade"])
  name                = "strongroom-${each.key}"
  location            = var.region
  deletion_protection = false
  template {
    template {
      service_account = google_service_account.rooms.email
      timeout         = "3600s"
      max_retries     = 0
      vpc_access {
        egress = "PRIVATE_RANGES_ONLY"
        network_interfaces {
          network    = google_compute_network.this.name
          subnetwork = google_compute_subnetwork.this.name
        }
      }
      containers {
        image   = var.image
        command = ["node", "apps/admin/bin/strongroom-admin.mjs", each.key]
        dynamic "env" {
          for_each = local.settings
          content {
            name  = env.key
            value = env.value
          }
        }
        dynamic "env" {
          for_each = local.secret_settings
          content {
            name = env.key
            value_source {
              secret_key_ref {
                secret  = google_secret_manager_secret.this[env.value].secret_id
                version = google_secret_manager_secret_version.this[env.value].version
              }
            }
          }
        }
        volume_mounts {
          name       = "audit-key"
          mount_path = "/secrets/audit"
        }
        dynamic "volume_mounts" {
          for_each = google_sql_database_instance.documents
          content {
            name       = "cloudsql"
            mount_path = "/cloudsql"
          }
        }
      }
      volumes {
        name = "audit-key"
        secret {
          secret = google_secret_manager_secret.this["audit-key"].secret_id
          items {
            path    = "key"
            version = google_secret_manager_secret_version.this["audit-key"].version
          }
        }
      }
      dynamic "volumes" {
        for_each = google_sql_database_instance.documents
        content {
          name = "cloudsql"
          cloud_sql_instance { instances = [volumes.value.connection_name] }
        }
      }
    }
  }
}

resource "google_service_account" "scheduler" {
  account_id   = "strongroom-scheduler"
  display_name = "Starts the doctor of Strongroom"
}

resource "google_cloud_run_v2_job_iam_member" "scheduler" {
  name     = google_cloud_run_v2_job.admin["doctor"].name
  location = var.region
  role     = "roles/run.invoker"
  member   = google_service_account.scheduler.member
}

resource "google_cloud_scheduler_job" "doctor" {
  name      = "strongroom-doctor"
  region    = var.region
  schedule  = "17 5 * * *"
  time_zone = "Etc/UTC"
  http_target {
    http_method = "POST"
    uri         = "https://run.googleapis.com/v2/${google_cloud_run_v2_job.admin["doctor"].id}:run"
    oauth_token { service_account_email = google_service_account.scheduler.email }
  }
}
